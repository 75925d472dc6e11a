import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is at least `px` wide: known before the first rendering, and updated as the window changes. */
export const useWiderThan = (px: number): boolean =>
  useMediaQuery(`(min-width: ${px}px)`, undefined, { getInitialValueInEffect: false }) === true
