/** After these a line may end, and between ideographs, but none begins with a mark that closes what is before it. */
const breaks = /(?<=[ \-/_@,]|[\p{Ideographic}，。、：；）])(?![，。、：；）])|(?=\p{Ideographic})/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The lines of a text that are no wider than `width`; at least one. `measure` says how wide a word is; a line is as
 * wide as its words together. Words that are wider are cut. Pure.
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
