import type { ConversationMailFacts } from '../../src/platform/mail-transport/facts/conversation-mail-facts.ts'

export const conversationSamples = (link: string): ConversationMailFacts => ({
  'conversation-message': {
    address: 'ada@lovelace.example',
    name: 'Ada',
    company: 'Analytical Engines',
    role: 'pro',
    messages: [
      { text: 'Where is my file?', rating: null, route: '/dash/transfers', hasLeftFiles: false },
      { text: 'Found it.', rating: 'Fine', route: null, hasLeftFiles: true },
    ],
    conversation: 'Zm9vYmFyYmF6cXV4cXV1',
    link,
    replyTo: 'bounce+abc@waybill.example',
  },
  'conversation-answered': {
    answers: ['It is in your library.\nOpen it there.'],
    link,
    replyTo: 'bounce+abc@waybill.example',
    isVisitor: true,
  },
  'conversation-files-refused': { isKept: true, link },
})
