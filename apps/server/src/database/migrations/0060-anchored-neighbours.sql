-- Who looks for a leaf of an anchor that was taken away finds its neighbours, which are in the order of their transfers.
create unique index anchor_leaves_order on anchor_leaves (anchor, transfer_id);
