/** What a reading met besides items. */
export interface ReadReport {
  records: number;
  /** Lines of which something could not be read. */
  damagedLines: number;
  /** Records another tool wrote in a format of its own. */
  foreignRecords: number;
  /** Shapes we do not know, and how often they came. */
  unknownShapes: Map<string, number>;
}

export function createReport(): ReadReport {
  return { records: 0, damagedLines: 0, foreignRecords: 0, unknownShapes: new Map() };
}

export function addReport(total: ReadReport, part: ReadReport): void {
  total.records += part.records;
  total.damagedLines += part.damagedLines;
  total.foreignRecords += part.foreignRecords;
  for (const [shape, count] of part.unknownShapes) noteShape(total, shape, count);
}

export function noteShape(report: ReadReport, shape: string, count = 1): void {
  report.unknownShapes.set(shape, (report.unknownShapes.get(shape) ?? 0) + count);
}

/** Another tool's file: it holds nothing of ours. */
export function isForeignFile(report: ReadReport): boolean {
  return report.foreignRecords > 0 && report.foreignRecords === report.records;
}
