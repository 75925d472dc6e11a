/** Work that would hold up everybody's calls, in threads of its own. A program of one imports `answer-in-thread.ts`. */
export { answerInThread } from './answer-in-thread.ts'
export { FairLines } from './fair-lines.ts'
export { openThreads, type Threads } from './threads.ts'
