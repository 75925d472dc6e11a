/**
 * Characters that show nothing but change how a text reads or compares: controls, lone surrogates, line separators,
 * direction marks, joiners, fillers, tags and noncharacters. Listed by range where the Unicode version of the engine
 * could matter, so that browser and server judge alike.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{fdd0}-\u{fdef}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{fffe}\u{ffff}\u{e0000}-\u{e0fff}]|\u{34f}/gu

export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}
