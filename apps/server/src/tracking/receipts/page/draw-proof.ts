import { type Paper, styles } from '../../../platform/paper/paper.ts'
import { drawHeading } from './draw-facts.ts'
import type { Printed } from './print-page.ts'

const LABEL = 92

/** How to check the receipt, and what this page cannot show. */
export function drawProof(paper: Paper, { receipt, words, key, signature }: Printed): void {
  const { chain, issuer } = receipt
  const box = { x: paper.left, width: paper.width }
  drawPoints(paper, words.provesTitle, words.proves, '•')
  drawPoints(paper, words.provesNotTitle, words.provesNot, '–')
  paper.need(150)
  drawHeading(paper, words.proof)
  paper.write(words.proofText(issuer), styles.soft, box)
  paper.y += 6
  const facts = [
    [words.ledgerLength, String(chain.length)],
    [words.ledgerHead, chain.head],
    [words.key, `Ed25519 ${key}`],
    [words.signature, signature],
  ] as const
  for (const [label, value] of facts) {
    paper.beside([
      { text: label, style: styles.soft, x: paper.left, width: LABEL },
      {
        text: value,
        style: { ...styles.code, size: 7.4, leading: 1.66 },
        x: paper.left + LABEL,
        width: paper.width - LABEL,
      },
    ])
  }
  paper.y += 8
  if (paper.hasMissing) paper.write(words.unprintable, styles.soft, box)
  paper.write(words.geolocation, styles.soft, box)
}

const MARK = 14

/** A list that stays on one page. */
function drawPoints(paper: Paper, title: string, points: readonly string[], mark: string): void {
  const { left: x, width } = paper
  const box = { x: x + MARK, width: width - MARK }
  paper.need(34 + points.reduce((sum, point) => sum + paper.heightOf(point, styles.text, box.width) + 3, 0))
  drawHeading(paper, title)
  for (const text of points) {
    paper.beside([
      { text: mark, style: styles.soft, x, width: MARK },
      { text, style: styles.text, ...box },
    ])
    paper.y += 3
  }
  paper.y += 12
}
