/** The number of shades. They share one hue and differ in lightness alone, so that every eye can distinguish them. */
export const SHADES = 5

/** The shade of a number among those up to `most`, from 1; a small number beside large ones still shows. */
export function shadeOf(count: number, most: number): number {
  if (count <= 0) return 1
  const share = Math.log(1 + count) / Math.log(1 + most)
  return Math.min(SHADES, Math.max(1, Math.ceil(share * SHADES)))
}
