/** Contacts: the people an account sends to. */
export { countContacts, eachContact, forgetContacts, handOverContacts, unshareContacts } from './contact-store.ts'
export { contactTasks } from './contact-tasks.ts'
export { presentContact } from './present-contact.ts'
export { contactRoutes } from './routes.ts'
