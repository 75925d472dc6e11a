/** What is typed into the fields of a card. */
export interface CardText {
  number: string
  until: string
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** '4242 4242 4242 4242': four digits a group, as they are printed on a card. */
export function groupNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** '12/34' from '1234', '12/2034', '12 / 34'; '7' is July. */
export function formatUntil(text: string): string {
  const short = text.trim().replace(/^(\d{1,2}\D+)20(\d\d)$/, '$1$2')
  const digits = digitsOf(short.replace(/^(?:([2-9])|(\d)(?=\s*\/))/, '0$1$2')).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

/** Null where the text is not a month and a year. */
export function parseUntil(text: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = /^(\d\d)\/(\d\d)$/.exec(text) ?? []
  if (month === '' || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: 2_000 + Number(year) }
}

/** Where the caret stands in a formatted text, after so many digits. */
export function placeAfterDigits(text: string, count: number): number {
  let left = count
  for (let place = 0; place < text.length; place += 1) {
    if (left === 0) return place
    if (/\d/.test(text[place] ?? '')) left -= 1
  }
  return text.length
}

/** How many digits stand before a place of a text. */
export const digitsBefore = (text: string, place: number): number => digitsOf(text.slice(0, place)).length
