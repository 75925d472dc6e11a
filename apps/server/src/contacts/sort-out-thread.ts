/** Runs in the thread that reads one contact list. */
import { answerInThread } from '../platform/threads/index.ts'
import { sortOutContacts } from './sort-out-contacts.ts'

await answerInThread(({ csv }: { csv: string }) => sortOutContacts(csv))
