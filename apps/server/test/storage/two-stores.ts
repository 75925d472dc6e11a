/** The settings of a server with two stores on disk: the data folder's, and one that is named for Frankfurt. */
export const twoStores = {
  STORES: JSON.stringify([
    { id: 'disk', region: 'cn-hongkong', adapter: 'disk' },
    { id: 'disk-frankfurt', region: 'eu-central-1', adapter: 'disk' },
  ]),
}
