import type { Language } from '@waybill/contract/core/fields'
import { spaced } from '../../shared/words/marks.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** '2 hours 5 minutes', '3 天 4 小时': the two largest units; a smaller one of zero is left out. */
export function formatSpan(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds))
  const first = units.findIndex(([, length]) => whole >= length)
  const nth = first === -1 ? units.length - 1 : first
  const [large, small] = [units[nth], units[nth + 1]]
  const say = (count: number, unit: string) =>
    spaced(
      new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', { style: 'unit', unit, unitDisplay: 'long' }).format(
        count,
      ),
    )
  if (!large) return say(whole, 'second')
  const count = Math.floor(whole / large[1])
  const rest = small ? Math.floor((whole - count * large[1]) / small[1]) : 0
  return small && rest > 0 ? `${say(count, large[0])} ${say(rest, small[0])}` : say(count, large[0])
}
