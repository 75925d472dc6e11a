/**
 * `answers.csv`: a request's last answers, an answer a row. The server writes it for an archive; the browser of the
 * requester writes it where answers are sealed.
 */
import { BYTE_ORDER_MARK, csvLine } from '../core/csv.ts'
import type { Language } from '../core/fields.ts'

export const ANSWERS_FILE = 'answers.csv'

const headings: Record<Language, string[]> = {
  en: ['Email', 'Name', 'Company', 'Heading', 'Question', 'Answer', 'State', 'Answered at'],
  zh: ['邮箱', '姓名', '公司', '标题', '问题', '回答', '状态', '回答时间'],
}
const states = {
  en: { arrived: 'to review', accepted: 'accepted', 'sent-back': 'sent back' },
  zh: { arrived: '待审核', accepted: '已接受', 'sent-back': '已退回' },
}

interface AnsweredRow {
  email: string | null
  name: string
  company: string
  section: string
  question: string
  answer: readonly string[]
  state: 'arrived' | 'accepted' | 'sent-back'
  /** ISO 8601. */
  answeredAt: string
}

export function answersTable(rows: readonly AnsweredRow[], language: Language): string {
  const lines = rows.map(({ email, name, company, section, question, answer, state, answeredAt }) =>
    csvLine([email ?? '', name, company, section, question, answer.join('; '), states[language][state], answeredAt]),
  )
  return [BYTE_ORDER_MARK, csvLine(headings[language]), ...lines].join('')
}
