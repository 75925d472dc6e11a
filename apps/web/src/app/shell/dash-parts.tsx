import { NewsPart } from '../../features/news/news.tsx'
import { BellPart } from '../../features/notifications/bell.tsx'
import { KeysEntries } from './keys-entries.tsx'

/** What the dashboard adds to the account's menu and to the bar beside it. */
export function DashParts({ at }: { at: 'bar' | 'menu' | 'picture' }) {
  return (
    <>
      <BellPart at={at} />
      <NewsPart at={at} />
      {at === 'menu' && <KeysEntries />}
    </>
  )
}
