/** How many steps of dark there are. Steps of one hue differ by lightness alone, so that every eye tells them apart. */
export const SHADES = 5

/** The step of a number among those up to `most`, from 1; few beside many still show. */
export function shadeOf(count: number, most: number): number {
  if (count <= 0) return 1
  const share = Math.log(1 + count) / Math.log(1 + most)
  return Math.min(SHADES, Math.max(1, Math.ceil(share * SHADES)))
}
