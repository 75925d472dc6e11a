import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine } from '@waybill/contract/core/csv'
import type { FastifyReply } from 'fastify'

type Cells = readonly string[]

/**
 * Answers with a table as a file to save, row by row as they are read; the first row is the headings. A row that cannot
 * be read cuts the answer off.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): Promise<undefined> {
  await reply
    .type('text/csv; charset=utf-8')
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' })
    .send(Readable.from(linesOf(rows)))
  return undefined
}

async function* linesOf(rows: Iterable<Cells> | AsyncIterable<Cells>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const cells of rows) yield csvLine(cells)
}
