import type { Rating } from '@waybill/contract/conversations/rules'

/** The facts of the mails between customers and the operator. `replyTo` null: nobody reads replies. */
export interface ConversationMailFacts {
  /** To the operator: what a customer has written. */
  'conversation-message': {
    /** Null: a visitor who gave none. */
    address: string | null
    name: string
    company: string
    /** Null: a visitor. */
    role: string | null
    messages: Array<{ text: string; rating: Rating | null; route: string | null; hasLeftFiles: boolean }>
    conversation: string
    link: string
    replyTo: string | null
  }
  /** To a customer who is away: the operator has answered. `isVisitor`: nobody has proven the address. */
  'conversation-answered': { answers: string[]; link: string; replyTo: string | null; isVisitor: boolean }
  /** To the writer of a mail with files: they are not accepted. `isKept`: its text is. */
  'conversation-files-refused': { isKept: boolean; link: string }
}
