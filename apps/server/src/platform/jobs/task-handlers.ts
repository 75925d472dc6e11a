import type { TaskName, TaskPayloads } from './catalogue.ts'

/** What a module's `*-tasks.ts` offers: the task runs at least once, so each is safe to run again. */
export type TaskHandlers = { [Name in TaskName]?: (payload: TaskPayloads[Name]) => Promise<void> }
