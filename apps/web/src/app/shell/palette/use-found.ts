import { useQuery } from '@tanstack/react-query'
import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { EVERYONE } from '@waybill/contract/transfers/views'
import { useEffect, useState } from 'react'
import { useSeesTeam } from '../../../features/transfers/list/member-filter.tsx'
import { titleOf } from '../../../features/transfers/title-of.ts'
import { call } from '../../../shared/api/client.ts'

const TYPING_MS = 200
const TAKE = 5

/** Something that the palette leads to. */
export interface Target {
  key: string
  title: string
  /** What tells targets of the same title apart. */
  note: string
  path: string
  search?: Record<string, string>
}

export interface Group {
  name: 'recent' | 'transfers' | 'contacts' | 'requests'
  targets: readonly Target[]
}

function transferTarget(transfer: ListedTransfer): Target {
  const { name, others } = titleOf(transfer)
  const [first] = transfer.emailTo
  return {
    key: `transfer-${transfer._id}`,
    title: others > 0 ? `${name} +${others}` : name,
    note: [first?.name || first?.email, transfer.slug].filter(Boolean).join(' · '),
    path: `/dash/transfers/${transfer.slug}`,
  }
}

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * What the server finds for a typed text, a few of each kind; the newest transfers before anything is typed. A search
 * that another one replaces is aborted, and what it found is not shown: Enter would lead to it.
 */
export function useFound(typed: string): { groups: readonly Group[]; isSearching: boolean; isFailed: boolean } {
  const wanted = typed.trim().slice(0, 200)
  const q = useSettled(wanted)
  const seesTeam = useSeesTeam()
  const whose = seesTeam ? { member: EVERYONE } : {}
  const transfers = useQuery({
    queryKey: ['palette', 'transfers', q, seesTeam],
    queryFn: ({ signal }) => call('listTransfers', { query: { take: TAKE, ...whose, ...(q ? { q } : {}) }, signal }),
  })
  const requests = useQuery({
    queryKey: ['palette', 'requests', q, seesTeam],
    queryFn: ({ signal }) => call('listRequests', { query: { take: TAKE, ...whose, q }, signal }),
    enabled: q !== '',
  })
  const contacts = useQuery({
    queryKey: ['palette', 'contacts', q],
    queryFn: ({ signal }) => call('listContacts', { query: { take: TAKE, q }, signal }),
    enabled: q !== '',
  })
  const found: Group[] = [
    {
      name: q === '' ? 'recent' : 'transfers',
      targets: (transfers.data?.allDocs ?? []).map(transferTarget),
    },
    {
      name: 'requests',
      targets: (requests.data?.requests ?? []).map(({ _id, title, slug }) => ({
        key: `request-${_id}`,
        title,
        note: slug,
        path: `/dash/requests/${slug}`,
      })),
    },
    {
      name: 'contacts',
      targets: (contacts.data?.contacts ?? []).map(({ _id, name, email }) => ({
        key: `contact-${_id}`,
        title: name || email,
        note: name ? email : '',
        path: '/dash/contacts',
        search: { q: email },
      })),
    },
  ]
  const all = q === '' ? [transfers] : [transfers, requests, contacts]
  return {
    groups: found.filter(({ targets }) => q === wanted && targets.length > 0),
    isSearching: q !== wanted || all.some(({ isFetching }) => isFetching),
    isFailed: all.some(({ isError }) => isError),
  }
}
