import { setPriority } from 'node:os'
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { Problem } from '@waybill/contract/core/problems'
import type { ThreadAnswer, ThreadFeed } from './threads.ts'

/** Whoever is served goes first. On Linux a priority is a thread's own. */
const NICENESS = 10

type Lists = Record<string, unknown[]>

/**
 * What a program of a thread is: takes what `Threads.run` was given, and answers once. Bytes of `transfer` are not
 * copied.
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
  // Elsewhere it would be the whole process's.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // It then runs as everybody does.
  }
}
