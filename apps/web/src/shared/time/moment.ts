import type { Language } from '@waybill/contract/core/fields'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'utc' where the server renders, which does not know the reader's zone; 'local' once the browser has hydrated. */
export type Zone = 'utc' | 'local'

/** '27 Nov 2026', '2026年11月27日'. The names are our own: browsers disagree on 'Sep'. */
export function formatDay(instant: string, zone: Zone, language: Language): string {
  const at = new Date(instant)
  const isUtc = zone === 'utc'
  const year = isUtc ? at.getUTCFullYear() : at.getFullYear()
  const month = isUtc ? at.getUTCMonth() : at.getMonth()
  const day = isUtc ? at.getUTCDate() : at.getDate()
  return language === 'zh' ? `${year}年${month + 1}月${day}日` : `${day} ${months[month]} ${year}`
}

/** '14:02'. */
export function formatTime(instant: string, zone: Zone): string {
  const at = new Date(instant)
  const hours = zone === 'utc' ? at.getUTCHours() : at.getHours()
  const minutes = zone === 'utc' ? at.getUTCMinutes() : at.getMinutes()
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
