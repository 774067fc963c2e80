// Icons, 16 by 16, in the text's colour.
const PATHS = {
  anchor:
    "M8 5.5v9M8 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5 8h6M1.5 10c.6 2.800 3.200 4.500 6.500 4.500s5.900-1.700 6.500-4.500",
  now: "M1 8h3l2-5 4 10 2-5h3",
  stops: "M5.200 1.500h5.600l3.700 3.700v5.600l-3.700 3.700H5.200l-3.700-3.700V5.200zM5.500 8h5",
  sessions: "M2 2.500h12v9H7l-3 2.500v-2.500H2zM5 5.500h6M5 8.200h4",
  memories: "M3 2h8.500a1.500 1.500 0 0 1 1.500 1.500V14l-3-1.800L7 14l-4-2zM5.500 5.200h5M5.500 8h3",
  health:
    "M8 14S1.500 10.200 1.500 5.700A3.400 3.400 0 0 1 8 4.200a3.400 3.400 0 0 1 6.500 1.500C14.500 10.200 8 14 8 14z",
  theme: "M8 1.500a6.500 6.500 0 1 0 0 13zM8 1.500a6.500 6.500 0 0 1 0 13",
  back: "M10 3 5 8l5 5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
