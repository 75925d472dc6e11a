import type { MailFacts } from '../../src/platform/mail-transport/facts/mail-facts.ts'

/** The facts of the mail about comments. */
export const commented = (
  { requester, title, slug }: Pick<MailFacts['files-asked'], 'requester' | 'title' | 'slug'>,
  link: string,
): MailFacts['comments-written'] => ({
  requester,
  title,
  slug,
  comments: [
    { author: 'Mei Lin', isClaimed: false, item: 'Commercial invoice', text: 'Is the stamp from this year?' },
    { author: '', isClaimed: true, item: 'Packing list', text: 'Yes.\nIt comes today.' },
  ],
  count: 3,
  link,
})
