/** After these a line may end, and between ideographs, but none begins with a mark that closes what is before it. */
const breaks = /(?<=[ \-/_@,]|[\p{Ideographic}，。、：；）])(?![，。、：；）])|(?=\p{Ideographic})/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The lines of a text that `measure` says are no wider than `width`; at least one. Words that are wider are cut. Pure. */
export function wrapText(text: string, width: number, measure: (line: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(breaks)) {
    if (measure((line + word).trimEnd()) <= width) {
      line += word
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = ''
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && measure((line + segment).trimEnd()) > width) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return [...lines, line.trimEnd()]
}
