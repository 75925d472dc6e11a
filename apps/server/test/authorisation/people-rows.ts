import type { RouteName } from '@waybill/contract/core/routes'
import { PASSWORD } from '../people/account-person.ts'
import type { Row } from './rows.ts'

const none: Row['ask'] = () => ({})
const body =
  (of: unknown): Row['ask'] =>
  () => ({ body: of })

const unknown: Row['foreign'] = ['not-found']
const conversation = 'nobody-has-this-one'

/** The rows for API keys, for contacts, and for the conversation with the operator, of which everybody has one, visitors too. */
export const peopleRows = {
  listApiKeys: { ask: none, foreign: 'own' },
  addApiKey: { ask: body({ name: 'Mine', scopes: ['read'], days: 30, password: PASSWORD }), foreign: 'own' },
  revokeApiKey: { ask: ({ apiKeyId }) => ({ params: { key: apiKeyId } }), foreign: ['key-not-found'] },
  beginDeviceLogin: { ask: body({ name: 'Mine', scopes: ['read'] }), foreign: 'own' },
  pollDeviceLogin: { ask: body({ deviceCode: 'A'.repeat(43) }), foreign: ['device-login-expired'] },
  readDeviceLogin: { ask: body({ userCode: '0000-0000' }), foreign: ['device-code-unknown'] },
  answerDeviceLogin: { ask: body({ userCode: '0000-0000', isAllowed: true }), foreign: ['device-code-unknown'] },
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
  leaveConversation: { ask: body({}), foreign: 'own' },
  sendFeedback: { ask: body({ message: 'Quick.', rating: 'Fine' }), foreign: 'own' },
  claimFeedback: { ask: none, foreign: 'own' },
  // For everybody but operators, these are unknown paths.
  listConversations: { ask: none, foreign: unknown },
  openConversation: { ask: () => ({ params: { conversation } }), foreign: unknown },
  answerConversation: { ask: () => ({ params: { conversation }, body: { text: 'Here.' } }), foreign: unknown },
  closeConversation: { ask: () => ({ params: { conversation } }), foreign: unknown },
  assignConversation: { ask: () => ({ params: { conversation }, body: { isMine: true } }), foreign: unknown },
  listCannedAnswers: { ask: none, foreign: unknown },
  saveCannedAnswer: { ask: body({ title: 'Hello', text: 'Hello.' }), foreign: unknown },
  deleteCannedAnswer: { ask: () => ({ params: { answer: conversation } }), foreign: unknown },
} satisfies Partial<Record<RouteName, Row>>
