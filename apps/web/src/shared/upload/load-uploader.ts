/** The upload engine, loaded when files are first added or taken up again. */
export const loadUploader = () => import('@waybill/uploader')
