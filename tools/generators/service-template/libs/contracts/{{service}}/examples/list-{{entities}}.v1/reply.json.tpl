{ "data": [], "next_cursor": null }
