/** Work that would delay all calls, in separate threads. A thread's program imports `answer-in-thread.ts`. */
export { answerInThread } from './answer-in-thread.ts'
export { FairLines } from './fair-lines.ts'
export { openThreads, type Threads } from './threads.ts'
