/** The conversations of everybody, for the operator's desk. */
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, label, language, prose, text } from '../core/fields.ts'
import { deskProblems } from '../operating/desk-endpoints.ts'
import { conversationMessage } from './endpoints.ts'
import { conversationStates, MAX_CANNED, ratings } from './rules.ts'

const listedConversation = z.object({
  _id: z.string(),
  state: z.enum(conversationStates),
  /** Whether it belongs to a visitor's browser and not to an account. */
  isVisitor: z.boolean(),
  /** Null: a visitor who gave none. */
  email: z.string().nullable(),
  fullName: z.string(),
  company: z.string(),
  /** The account's; null: a visitor. */
  role: z.string().nullable(),
  language,
  /** Who looks after it, by name or address; null: nobody. */
  assignee: z.string().nullable(),
  isMine: z.boolean(),
  lastAt: instant,
  /** Since when the customer has been waiting. */
  waitingSince: instant.nullable(),
  lastAuthor: z.enum(['customer', 'operator']),
  /** The beginning of the newest message. */
  lastText: z.string(),
  rating: z.enum(ratings).nullable(),
})
export type ListedConversation = z.infer<typeof listedConversation>

const customerMessage = conversationMessage.extend({ route: z.string().nullable() })
export type CustomerMessage = z.infer<typeof customerMessage>

const params = z.strictObject({ conversation: id })
const problems = [...deskProblems, 'conversation-not-found'] as const

/** The latest first. */
export const listConversations = endpoint('listConversations', {
  summary: 'Conversations with customers',
  auth: 'operator',
  query: z.strictObject({ state: z.enum(conversationStates).optional(), after: text(200).optional() }),
  reply: z.object({ conversations: z.array(listedConversation), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

export const openConversation = endpoint('openConversation', {
  summary: 'One conversation with a customer',
  auth: 'operator',
  params,
  reply: z.object({ conversation: listedConversation, messages: z.array(customerMessage) }),
  problems,
})

export const answerConversation = endpoint('answerConversation', {
  summary: 'Answer a customer',
  auth: 'operator',
  params,
  body: z.strictObject({ text: prose(60_000) }),
  status: 204,
  problems: [...problems, 'conversation-text-empty', 'conversation-text-too-long'],
})

/** Nobody waits for an answer any more; the customer's next message opens it again. */
export const closeConversation = endpoint('closeConversation', {
  summary: 'Close a conversation',
  auth: 'operator',
  params,
  status: 204,
  problems,
})

export const assignConversation = endpoint('assignConversation', {
  summary: 'Take a conversation over, or leave it to others',
  auth: 'operator',
  params,
  body: z.strictObject({ isMine: z.boolean() }),
  status: 204,
  problems,
})

const cannedAnswer = z.object({ _id: z.string(), title: z.string(), text: z.string() })
export type CannedAnswer = z.infer<typeof cannedAnswer>

/** By title. All operators share them. */
export const listCannedAnswers = endpoint('listCannedAnswers', {
  summary: 'Answers to insert',
  auth: 'operator',
  reply: z.object({ answers: z.array(cannedAnswer) }),
  problems: deskProblems,
})

/** In the place of one with the same title. */
export const saveCannedAnswer = endpoint('saveCannedAnswer', {
  summary: 'Save an answer to insert',
  auth: 'operator',
  body: z.strictObject({ title: label(80).refine((title) => title.trim() !== ''), text: prose(60_000) }),
  reply: z.object({ answers: z.array(cannedAnswer).max(MAX_CANNED) }),
  problems: [...deskProblems, 'conversation-text-empty', 'conversation-text-too-long', 'too-many-canned'],
})

export const deleteCannedAnswer = endpoint('deleteCannedAnswer', {
  summary: 'Delete an answer to insert',
  auth: 'operator',
  params: z.strictObject({ answer: id }),
  reply: z.object({ answers: z.array(cannedAnswer) }),
  problems: [...deskProblems, 'canned-answer-not-found'],
})
