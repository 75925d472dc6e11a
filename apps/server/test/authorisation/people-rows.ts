import type { RouteName } from '@waybill/contract/core/routes'
import type { Row } from './rows.ts'

const none: Row['ask'] = () => ({})
const body =
  (of: unknown): Row['ask'] =>
  () => ({ body: of })

/** The rows for contacts, and for the conversation with the operator, of which everybody has one, visitors too. */
export const peopleRows = {
  listContacts: { ask: none, foreign: 'own' },
  addContact: { ask: body({ email: 'hidden-contact@quiet.example', name: 'Mine' }), foreign: 'own' },
  editContact: {
    ask: ({ contactId }) => ({ params: { contact: contactId }, body: { name: 'Mine' } }),
    foreign: ['contact-not-found'],
  },
  deleteContacts: { ask: ({ contactId }) => ({ body: { ids: [contactId] } }), foreign: 'own' },
  importContacts: { ask: body({ csv: 'email\nhidden-contact@quiet.example' }), foreign: 'own' },
  exportContacts: { ask: none, foreign: 'own' },
  readConversation: { ask: none, foreign: 'own' },
  writeMessage: { ask: body({ text: 'Where is my file?' }), foreign: 'own' },
  markAnswersRead: { ask: body({ place: 1 }), foreign: 'own' },
  sendFeedback: { ask: body({ message: 'Quick.', rating: 'Fine' }), foreign: 'own' },
  claimFeedback: { ask: none, foreign: 'own' },
} satisfies Partial<Record<RouteName, Row>>
