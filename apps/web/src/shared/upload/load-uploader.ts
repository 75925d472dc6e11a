/** The upload engine, loaded when files are first added or an upload resumes. */
export const loadUploader = () => import('@waybill/uploader')
