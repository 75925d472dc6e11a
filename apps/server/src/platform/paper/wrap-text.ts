/** A line may end after these, and between ideographs, but never begins with a closing mark. */
const breaks = /(?<=[ \-/_@,]|[\p{Ideographic}，。、：；）])(?![，。、：；）])|(?=\p{Ideographic})/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The lines of a text, none wider than `width`; at least one. `measure` returns the width of a word; a line's width is
 * the sum of its words. Wider words are cut. Pure.
 */
export function wrapText(text: string, width: number, measure: (word: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let taken = 0
  const begin = (word: string) => {
    line = word
    taken = measure(word)
  }
  for (const word of text.split(breaks)) {
    const shown = word.trimEnd()
    if (taken + measure(shown) <= width) {
      line += word
      taken += measure(word)
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    if (measure(shown) <= width) {
      begin(word)
      continue
    }
    begin('')
    for (const { segment } of graphemes.segment(word)) {
      const more = measure(segment)
      if (line !== '' && segment.trimEnd() !== '' && taken + more > width) {
        lines.push(line)
        begin('')
      }
      line += segment
      taken += more
    }
  }
  return [...lines, line.trimEnd()]
}
