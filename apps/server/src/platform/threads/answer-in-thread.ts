import { setPriority } from 'node:os'
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { Problem } from '@waybill/contract/core/problems'
import type { ThreadAnswer, ThreadFeed } from './threads.ts'

/** Lower priority than the thread that serves people. On Linux each thread has its own priority. */
const NICENESS = 10

type Lists = Record<string, unknown[]>

/**
 * The program of a thread: receives the input of `Threads.run`, and answers once. Bytes of `transfer` are not copied.
 */
export async function answerInThread<Data, Answer>(
  work: (data: Data, lists: Lists) => Promise<Answer> | Answer,
  transfer: (answer: Answer) => Transferable[] = () => [],
): Promise<void> {
  stepBack()
  const lists = await receiveLists()
  try {
    const answer = await work(workerData as Data, lists)
    parentPort?.postMessage({ answer } satisfies ThreadAnswer, transfer(answer))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, facts } = error
    parentPort?.postMessage({ problem: { code, facts } } satisfies ThreadAnswer)
  }
}

function receiveLists(): Promise<Lists> {
  const lists: Lists = {}
  const { promise, resolve } = Promise.withResolvers<Lists>()
  const take = (message: ThreadFeed) => {
    if (message === 'go') {
      parentPort?.off('message', take)
      resolve(lists)
      return
    }
    const { list, rows } = message
    lists[list] = [...(lists[list] ?? []), ...rows]
  }
  parentPort?.on('message', take)
  return promise
}

function stepBack(): void {
  // Elsewhere it would change the priority of the whole process.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // The thread then keeps the normal priority.
  }
}
