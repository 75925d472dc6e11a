import type { Language } from '@waybill/contract/core/fields'
import { formatDay } from './moment.ts'

/** What clocks of some zone show, 'YYYY-MM-DDTHH:mm', as people read it: '27 Nov 2026, 14:02'. */
export const formatLocalTime = (localTime: string, language: Language): string =>
  `${formatDay(`${localTime}:00Z`, 'utc', language)}${language === 'zh' ? ' ' : ', '}${localTime.slice(11)}`
