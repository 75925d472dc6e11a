/**
 * A company's colour on our pages and mails. Its hue stays; its lightness moves just as far as text in it, and text on
 * it, needs to be readable: one set for light pages and one for dark ones. Pure.
 */
export interface AccentColours {
  /** For text, lines and the faces of buttons. */
  accent: string
  /** The same under a pointer. */
  deep: string
  /** Text on `accent` and `deep`. */
  on: string
}

export interface Accent {
  light: AccentColours
  dark: AccentColours
}

type Rgb = readonly [red: number, green: number, blue: number]

/** What WCAG 2.2 asks for text (1.4.3). */
export const MIN_CONTRAST = 4.5

const WHITE = '#ffffff'
const INK = '#101418'
/** The surfaces of `tokens.css` on which an accent is hardest to read. */
const DARKEST_LIGHT_SURFACE = '#f5f2ec'
const LIGHTEST_DARK_SURFACE = '#222a33'
const DEEP = 0.14
const STEPS = 200

/** Whether a text is a colour as we store it: `#rrggbb`, lower case. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/** The colours that a chosen one leads to. `colour` as `isColour` has it. */
export function accentOf(colour: string): Accent {
  const light = readableOn(DARKEST_LIGHT_SURFACE, colour, '#000000')
  const dark = readableOn(LIGHTEST_DARK_SURFACE, colour, WHITE)
  return {
    light: { accent: light, deep: mixed(light, '#000000', DEEP), on: WHITE },
    dark: { accent: dark, deep: mixed(dark, WHITE, DEEP), on: INK },
  }
}

/** In which schemes the chosen colour itself would be hard to read, and another lightness of it is shown. */
export function changedIn(colour: string): { light: boolean; dark: boolean } {
  const { light, dark } = accentOf(colour)
  return { light: light.accent !== colour, dark: dark.accent !== colour }
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The colour nearest to `colour`, on the way to `end`, that can be read on a surface. */
function readableOn(surface: string, colour: string, end: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const tried = step === 0 ? colour : mixed(colour, end, step / STEPS)
    if (contrast(tried, surface) >= MIN_CONTRAST) return tried
  }
  return end
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The colour that has `share` of the second in it. */
function mixed(one: string, other: string, share: number): string {
  const to = rgbOf(other)
  const parts = rgbOf(one).map((part, nth) => Math.round(part + ((to[nth] ?? 0) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const rgbOf = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
