import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'

/** A transfer's title: the sender's own, else its folder or its first file, with how many others there are. */
export function titleOf({
  title,
  folderName,
  fileName,
  fileNumber,
}: Pick<ListedTransfer, 'title' | 'folderName' | 'fileName' | 'fileNumber'>): { name: string; others: number } {
  const name = title ?? folderName
  return name === null ? { name: fileName, others: Math.max(0, fileNumber - 1) } : { name, others: 0 }
}
