import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoints } from '@waybill/contract'
import type { Branding } from '@waybill/contract/branding/endpoints'
import type { BrandSlot } from '@waybill/contract/branding/page-branding'
import type { BodyOf } from '@waybill/contract/core/endpoint'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'

const KEY = ['branding']

export const useBranding = (): UseQueryResult<Branding> =>
  useQuery({ queryKey: KEY, queryFn: async ({ signal }) => (await call('readBranding', { signal })).branding })

function show({ branding }: { branding: Branding }): void {
  queryClient.setQueryData(KEY, branding)
}

export const changeBranding = async (body: BodyOf<Endpoints['editBranding']>): Promise<void> =>
  show(await call('editBranding', { body }))

export const setPicture = async (slot: BrandSlot, picture: File): Promise<void> =>
  show(await call('putBrandPicture', { params: { slot }, raw: picture }))

export const removePicture = async (slot: BrandSlot): Promise<void> =>
  show(await call('deleteBrandPicture', { params: { slot } }))
