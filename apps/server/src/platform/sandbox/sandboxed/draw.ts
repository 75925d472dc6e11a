/** The sandbox's program: reads work from standard input, one piece at a time, and answers on standard output. */
import { Console } from 'node:console'
import { stderr, stdin, stdout } from 'node:process'
import type { Drawn } from './draw-pdf.ts'
import { frameOf, readFrames } from './frames.ts'
import type { Made, Work } from './work.ts'

const MAX_INPUT_BYTES = 256 * 1024 * 1024
// What a library prints must not get between the answers.
globalThis.console = new Console(stderr)

async function draw(work: Work, bytes: Buffer): Promise<Drawn> {
  if (work.task === 'pdf') {
    const { drawPdf } = await import('./draw-pdf.ts')
    return drawPdf(bytes, work)
  }
  const { drawPicture } = await import('./draw-picture.ts')
  return { pictures: await drawPicture(bytes, work) }
}

function answer(made: Made, pictures: Buffer[]): void {
  for (const chunk of frameOf(made, Buffer.concat(pictures))) stdout.write(chunk)
}

for await (const { head, body } of readFrames(stdin, MAX_INPUT_BYTES)) {
  try {
    const { pictures, ...known } = await draw(head as Work, body)
    answer({ made: pictures.map(({ length }) => length), ...known }, pictures)
  } catch (error) {
    answer({ refused: String((error as Error).message).slice(0, 500) }, [])
  }
}
