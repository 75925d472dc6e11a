import type { Desk } from '@waybill/contract/operating/desk-endpoints'
import type { ReactNode } from 'react'
import type { DeskWords } from './words/en.ts'

export interface DeskPage {
  name: keyof DeskWords['pages']
  /** What follows `/operator/`; '' is the first page. */
  path: string
  show: (desk: Desk) => ReactNode
}

export const pathOf = ({ path }: Pick<DeskPage, 'path'>): string => (path === '' ? '/operator' : `/operator/${path}`)
