/** The door of events: the append-only record of what was done with a transfer, by people and by machines. */
export { eventTasks } from './event-tasks.ts'
export { type Act, judgeLane, type Lane } from './machine-lane.ts'
export { type EventEntry, type EventScene, recordEvent, recordEventOnce, recordEvents } from './record-event.ts'
