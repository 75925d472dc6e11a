import { loadRetried } from '../ui/lazy-retried.ts'

/** The upload engine, loaded when files are first added or taken up again. */
export const loadUploader = () => loadRetried(() => import('@waybill/uploader'))
