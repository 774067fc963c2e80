// Words by which a reply names what was spoken of.

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d](?:[\p{L}\d.+#-]*[\p{L}\d+#])?/gu) ?? [];
}

/** Those that name nothing. */
export const stopWords = () =>
  "the and for with that this you your are can should would shall like want use using have has not but from into one or our was were will them they there here then than also just which what how why who option approach way do it is to a an of in on as at by we i me my be so if".split(
    " ",
  );

export const thanksWords = () =>
  "ok okay yeah yes yep then just please pls no nah fine thanks thank thx nice great good cool perfect looks look sounds right correct done works work agreed sure all very much that's it's".split(
    " ",
  );
