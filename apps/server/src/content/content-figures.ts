import { formatUsd } from '@waybill/contract/billing/format-money'
import {
  ANON_FREE_SENDS,
  NEW_ACCOUNT_MAILS_PER_DAY,
  OVER_SEATS_DAYS,
  type Plan,
  plans,
  type Role,
  soldRoles,
  yearlyPerMonthUsd,
} from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import { RECORDING_MAX_BYTES, RECORDING_MAX_MS } from '@waybill/contract/transfers/recordings'
import type { Config } from '../platform/config/config.ts'
import type { NamedStore } from '../platform/config/store-settings.ts'
import type { Conditions, Figures } from './reading/fill-in.ts'

const shownRoles = ['anon', 'free', ...soldRoles] as const satisfies readonly Role[]
const unlimited: Record<Language, string> = { en: 'unlimited', zh: '不限' }

/** The settings that articles speak of. */
export type ContentSettings = Pick<
  Config,
  | 'publicUrl'
  | 'supportEmail'
  | 'companyName'
  | 'companyAddress'
  | 'ipRetentionDays'
  | 'retention'
  | 'stores'
  | 'mail'
  | 'inbound'
  | 'payments'
  | 'logoLookup'
  | 'scan'
>

/** Every figure that an article may name, `{{free.storage}}`: those of plans from `plans.ts`, the others as configured. */
export function contentFigures(settings: ContentSettings, language: Language): Figures {
  const figures = new Map<string, string>([
    ['anon.sends', `${ANON_FREE_SENDS}`],
    ['seats.days', `${OVER_SEATS_DAYS}`],
    ['week.mails', `${NEW_ACCOUNT_MAILS_PER_DAY}`],
    ['recording.minutes', `${RECORDING_MAX_MS / 60_000}`],
    ['recording.size', formatBytes(RECORDING_MAX_BYTES, language)],
    ['site.host', settings.publicUrl.host],
    ['support.email', settings.supportEmail],
    ['company.name', settings.companyName ?? ''],
    ['company.address', settings.companyAddress ?? ''],
    ['ip.days', `${settings.ipRetentionDays}`],
    ['record.days', `${settings.retention.visitorRecordDays}`],
    ['mail.days', `${settings.retention.mailDays}`],
  ])
  for (const role of shownRoles)
    for (const [name, value] of figuresOf(role, plans[role], language)) figures.set(`${role}.${name}`, value)
  return figures
}

function figuresOf(role: Role, plan: Plan, language: Language): Array<[string, string]> {
  const counted = (count: number | null) => (count === null ? unlimited[language] : `${count}`)
  const prices: Array<[string, string]> =
    plan.monthlyPriceUsd === null || plan.yearlyPriceUsd === null
      ? []
      : [
          ['monthly', formatUsd(plan.monthlyPriceUsd)],
          ['yearly', formatUsd(plan.yearlyPriceUsd)],
          ['permonth', formatUsd(yearlyPerMonthUsd(role) ?? 0)],
        ]
  return [
    ['upload', formatBytes(plan.uploadLimitBytes, language)],
    ['storage', formatBytes(plan.storageBytes, language)],
    ['recipients', `${plan.recipientLimit}`],
    ['files', `${plan.fileLimit}`],
    ['seats', `${plan.seatLimit}`],
    ['transfers', counted(plan.monthlyTransfers)],
    ['requests', counted(plan.monthlyRequests)],
    ...prices,
  ]
}

const isOnDisk = ({ storage }: NamedStore): boolean => storage.kind === 'disk'
const isSealed = ({ storage }: NamedStore): boolean => storage.kind === 'disk' || storage.sse !== 'none'

/** What `{{if …}}` asks: who runs this server, and how it stores, mails, scans and sells. */
export const contentConditions = (settings: ContentSettings): Conditions =>
  new Map([
    ['company', settings.companyName !== null],
    ['address', settings.companyAddress !== null],
    ['disk', settings.stores.every(isOnDisk)],
    ['s3-sealed', settings.stores.every(isSealed) && !settings.stores.every(isOnDisk)],
    ['regions', settings.stores.length > 1],
    ['smtp', settings.mail.transport.kind === 'smtp'],
    ['bounces', settings.inbound !== null],
    ['scan', settings.scan !== null],
    ['sells', settings.payments !== null],
    ['stripe', settings.payments?.kind === 'stripe'],
    ['icons', settings.logoLookup === 'site'],
  ])
