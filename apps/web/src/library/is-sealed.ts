import type { LibraryFile } from '@waybill/contract/library'
import { SEALED_ENDING } from '@waybill/contract/sealed-form'

/** Whether a file was sealed by whoever sent it, as its ending tells. */
export const isSealed = ({ fileName }: Pick<LibraryFile, 'fileName'>): boolean => fileName.endsWith(SEALED_ENDING)
