import type { TaskName, TaskPayloads } from './catalogue.ts'

/** The tasks of a module's `*-tasks.ts`: a task runs at least once, so each is safe to run again. */
export type TaskHandlers = { [Name in TaskName]?: (payload: TaskPayloads[Name]) => Promise<void> }
