import type { RecipientState } from '@waybill/contract/transfers/list-endpoints'
import { deviceIn } from '../../../shared/words/device-name.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

type Named = Pick<RecipientState, 'name' | 'email' | 'device'>

/** The label of a recipient without a name and an address. */
interface TitleWords {
  linkHolder: string
  someDevice: string
  restDevices: string
}

/** Name, else address, else the device that came by an open link; for the link itself, any holder. */
export function recipientTitle({ name, email, device }: Named, words: TitleWords): string {
  if (name || email) return name || email || ''
  if (device === null) return words.linkHolder
  return device.isRest
    ? words.restDevices
    : device.name === null
      ? words.someDevice
      : deviceIn(device.name, spokenLanguage())
}

/** The same with the city, for lists that show nothing else beside it. */
export function recipientLine(recipient: Named & Pick<RecipientState, 'city'>, words: TitleWords): string {
  const title = recipientTitle(recipient, words)
  return recipient.device !== null && recipient.city ? `${title} · ${recipient.city}` : title
}
