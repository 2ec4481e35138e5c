module earshot/wire

go 1.24.3
