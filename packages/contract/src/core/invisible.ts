/**
 * Characters that show nothing but change how a text reads or compares: controls, lone surrogates, line separators,
 * direction marks, joiners, fillers, tags and noncharacters. Listed by range where the engine's Unicode version could
 * matter, so that browser and server agree.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{fdd0}-\u{fdef}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{fffe}\u{ffff}\u{e0000}-\u{e0fff}]|\u{34f}/gu

/** Joiners: emoji and the scripts of Persia and India need them. */
const JOINERS = /[\u200c\u200d]/

export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/**
 * Free text as other people see it, with its line breaks: drops characters that hide or that change the direction of
 * the text, so that people read the text that the checks judged.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(INVISIBLE, (one) => (one === '\n' || one === '\t' || JOINERS.test(one) ? one : ''))
}

/** The same on one line: names and titles. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(/\s+/g, ' '))
}
